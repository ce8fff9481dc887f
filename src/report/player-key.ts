/** What names a row across files: a label under one player stamp and one protocol. */
export interface PlayerKey {
  readonly protocolStamp: string;
  readonly playerStamp: string;
  readonly label: string;
}

/** The key as text, for maps. */
export function playerKey({ protocolStamp, playerStamp, label }: PlayerKey): string {
  return `${protocolStamp} ${playerStamp} ${label}`;
}
