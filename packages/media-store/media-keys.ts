/** The storage prefix of an asset, with a trailing slash. */
export const assetPrefixOf = (environmentId: string, assetId: string) =>
  `${environmentId}/${assetId}/`

/** The file that segments are made from. */
export const sourceKeyOf = (environmentId: string, assetId: string) =>
  `${assetPrefixOf(environmentId, assetId)}source`

/** The file as received, if images were burnt into the picture. */
export const originalKeyOf = (environmentId: string, assetId: string) =>
  `${assetPrefixOf(environmentId, assetId)}original`

/** A rendition that is stored whole. */
export const renditionKeyOf = (environmentId: string, assetId: string, name: string) =>
  `${assetPrefixOf(environmentId, assetId)}${name}.mp4`
