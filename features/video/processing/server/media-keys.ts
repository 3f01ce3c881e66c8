/** Everything of an asset in storage, with the slash at its end. */
export const assetPrefixOf = (environmentId: string, assetId: string) =>
  `${environmentId}/${assetId}/`

/** What segments are made of. */
export const sourceKeyOf = (environmentId: string, assetId: string) =>
  `${assetPrefixOf(environmentId, assetId)}source`

/** As it came, where images were laid over the picture. */
export const originalKeyOf = (environmentId: string, assetId: string) =>
  `${assetPrefixOf(environmentId, assetId)}original`

/** A quality that is stored as a whole. */
export const renditionKeyOf = (environmentId: string, assetId: string, name: string) =>
  `${assetPrefixOf(environmentId, assetId)}${name}.mp4`
