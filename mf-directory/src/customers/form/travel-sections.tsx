import { LIMITS } from '@paperplane/shared/domain';
import { Controller } from '@paperplane/shared/forms';
import { FormSection, TagInput, TextArea, TextField } from '@paperplane/shared/ui';
import { ProgramRows } from './program-rows';
import type { CustomerEditor } from './customer-rules';
import { useTagSuggestions } from './use-tag-suggestions';

const WORDS = [
  { name: 'seat', label: 'Seat', placeholder: 'Window, front half' },
  { name: 'cabin', label: 'Cabin', placeholder: 'Balcony, midship' },
  { name: 'meal', label: 'Meals', placeholder: 'Vegetarian, no nuts' },
  { name: 'room', label: 'Room', placeholder: 'High floor, king bed' },
] as const;

const TEXTS = [
  { name: 'mobility', label: 'Mobility', placeholder: 'Wheelchair to the gate' },
  { name: 'allergies', label: 'Allergies', placeholder: 'Nuts, penicillin' },
  { name: 'interests', label: 'Interests', placeholder: 'Sailing, food markets' },
  { name: 'preferenceNotes', label: 'Other wishes', placeholder: 'Anything else that makes a trip theirs' },
] as const;

/** How they like to travel. The id is what the profile's Edit leads to. */
export function PreferencesSection({ editor }: { editor: CustomerEditor }) {
  const { field } = editor;
  return (
    <div id="preferences" className="customer-form-part">
      <FormSection title="Travel preferences" hint="So that nobody has to ask twice.">
        <div className="pp-formgrid">
          {WORDS.map(({ name, label, placeholder }) => (
            <TextField
              key={name}
              label={label}
              optional
              autoComplete="off"
              placeholder={placeholder}
              {...field(name)}
            />
          ))}
          <div className="full">
            <ProgramRows
              editor={editor}
              name="airlines"
              label="Airline programs"
              noun="airline program"
              nameLabel="Airline"
              placeholder="Kestrel Club Gold"
            />
          </div>
          <div className="full">
            <ProgramRows
              editor={editor}
              name="hotels"
              label="Hotel programs"
              noun="hotel program"
              nameLabel="Program"
              placeholder="Lumen Circle"
            />
          </div>
          {TEXTS.map(({ name, label, placeholder }) => (
            <TextArea key={name} label={label} optional rows={2} placeholder={placeholder} {...field(name)} />
          ))}
        </div>
      </FormSection>
    </div>
  );
}

export function TagsAndNotesSection({ editor }: { editor: CustomerEditor }) {
  const { field, form } = editor;
  const [suggestions, askForSuggestions] = useTagSuggestions();
  const { errors } = form.formState;
  return (
    <FormSection title="Tags and notes" hint="Visible to your team only.">
      <div className="pp-formgrid">
        <div className="full" onFocus={askForSuggestions}>
          <Controller
            control={form.control}
            name="tags"
            render={({ field: tags }) => (
              <TagInput
                label="Tags"
                optional
                name="tags"
                value={tags.value}
                onChange={(next) => {
                  tags.onChange(next);
                  form.clearErrors('tags');
                }}
                onBlur={tags.onBlur}
                suggestions={suggestions}
                placeholder="VIP, Family, Cruise lover"
                hint="Press Enter or comma after each one. Lists can be filtered by them."
                error={errors.tags?.message}
                max={LIMITS.tags}
                maxLength={LIMITS.tag}
              />
            )}
          />
        </div>
        <div className="full">
          <TextArea
            label="Notes"
            optional
            placeholder="Deadlines, promises made, stories worth remembering"
            {...field('notes')}
          />
        </div>
      </div>
    </FormSection>
  );
}
