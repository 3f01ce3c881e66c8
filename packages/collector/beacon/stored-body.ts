import type { FieldValue, PlayerEvent } from '../player-event.ts'

/** The text for the column `body`: the fields of the event that have no column of their own in the table. */
export const storedBody = (event: Pick<PlayerEvent, 'fields'>): string =>
  JSON.stringify(event.fields)

export const readStoredBody = (text: string): Record<string, FieldValue> => {
  const fields: unknown = JSON.parse(text)
  return typeof fields === 'object' && fields !== null && !Array.isArray(fields)
    ? (fields as Record<string, FieldValue>)
    : {}
}
