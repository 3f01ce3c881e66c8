import { type PartOf, slot } from '@playhead/web-kit/slot.ts'
import type { Asset } from './asset-facts.ts'

export interface PartProps {
  asset: Asset
}

/** A tab of an asset. `address` is the last part of its URL. ASST-004 */
export const assetTab = slot<PartProps, { address: string; title: string }>()
export type AssetTab = PartOf<typeof assetTab>

/** A card in the wide column of the first tab. */
export const assetCard = slot<PartProps>()
