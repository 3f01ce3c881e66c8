import { assetPrefixOf } from '@playhead/media-store/media-keys.ts'

const keyOf = (environmentId: string, assetId: string, name: string) =>
  `${assetPrefixOf(environmentId, assetId)}shots/${name}`

export const shotsListKeyOf = (environmentId: string, assetId: string) =>
  keyOf(environmentId, assetId, 'shots.json')

export const shotImageKeyOf = (environmentId: string, assetId: string, index: number) =>
  keyOf(environmentId, assetId, `${index}.jpg`)
