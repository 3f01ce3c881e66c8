import { z } from 'zod'
import { jobKind } from '@playhead/server-kit/jobs/job-kind.ts'

const OfAsset = z.object({ assetId: z.uuid() })

/** Turns the file into an asset that plays. */
export const assetIngest = jobKind('asset.ingest', OfAsset)
/** Stores sound that was served in pieces until then. */
export const assetSound = jobKind('asset.sound', OfAsset)
/** Stores a source that cannot be cut in place. */
export const assetCopy = jobKind('asset.copy', OfAsset)
/** Decodes a copied picture once in idle time. */
export const assetCheck = jobKind('asset.check', OfAsset)
/** Stores the whole ladder in idle time. */
export const assetFill = jobKind('asset.fill', OfAsset)
