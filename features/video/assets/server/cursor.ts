import { invalidField } from '@playhead/contract-kit/errors.ts'
import { isUuid } from '@playhead/server-kit/identity/caller.ts'
import type { AssetRow } from './row/asset-row.ts'
import type { AssetPlace } from './row/assets.sql.ts'

const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/

export const cursorOf = ({ created_place: createdAt, id }: AssetRow) =>
  Buffer.from(`${createdAt}|${id}`).toString('base64url')

export const placeOfCursor = (cursor: string): AssetPlace => {
  const [createdAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  if (!moment.test(createdAt) || !isUuid(id))
    throw invalidField('cursor', 'cursor: not a place in this list')
  return { createdAt, id }
}
