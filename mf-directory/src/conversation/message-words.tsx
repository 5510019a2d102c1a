import { Link } from '@paperplane/shared/platform';
import type { Person } from './conversation';
import { piecesOf } from './words';

/** The text of a message: lines as typed, mentions, links. */
export function MessageWords({
  body,
  people,
  userId,
}: {
  body: string;
  people: Readonly<Record<string, Person>>;
  userId: string;
}) {
  return (
    <p className="talk-words">
      {piecesOf(body, people).map((piece, index) => {
        if (piece.kind === 'text') return piece.text;
        if (piece.kind === 'mention') {
          const isMe = piece.personId === userId;
          return (
            <span key={index} className={isMe ? 'talk-mention talk-mention-me' : 'talk-mention'}>
              {piece.text}
            </span>
          );
        }
        return piece.isOurs ? (
          <Link key={index} className="pp-link" to={piece.href}>
            {piece.text}
          </Link>
        ) : (
          <a
            key={index}
            className="pp-link"
            href={piece.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {piece.text}
          </a>
        );
      })}
    </p>
  );
}
