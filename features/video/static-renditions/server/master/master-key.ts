import { assetPrefixOf } from '@playhead/features/video/processing/server'

export const masterKeyOf = (environmentId: string, assetId: string) =>
  `${assetPrefixOf(environmentId, assetId)}master.mp4`
