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

/** A further file of a recorded rendition, where parameters changed. */
export const pieceKeyOf = (environmentId: string, assetId: string, name: string, piece: number) =>
  piece === 0
    ? renditionKeyOf(environmentId, assetId, name)
    : `${assetPrefixOf(environmentId, assetId)}${name}-${piece}.mp4`
