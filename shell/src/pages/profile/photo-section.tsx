import { recheckUser, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Avatar, FormSection } from '@paperplane/shared/ui';
import { PictureField } from './picture/picture-field';
import { useSaveAvatarMutation } from './profile-api';

/** One's own picture. */
export function PhotoSection() {
  const user = useCurrentUser();
  const toast = useToast();
  const [save] = useSaveAvatarMutation();
  return (
    <FormSection title="Photo" hint="Shown to your team.">
      <PictureField
        noun="photo"
        fit="cover"
        hasPicture={user.avatarUrl !== null}
        face={(preview) => <Avatar size="xl" person={{ ...user, avatarUrl: preview ?? user.avatarUrl }} />}
        onSave={async (picture) => {
          const { error } = await save({ rowId: user.id, picture });
          if (error) return error;
          await recheckUser();
          toast.success(picture ? 'Photo saved' : 'Photo removed');
          return null;
        }}
      />
    </FormSection>
  );
}
