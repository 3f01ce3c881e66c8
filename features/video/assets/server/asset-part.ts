import type { z } from 'zod/mini'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { slot, type SlotPart, type Slots } from '@playhead/server-kit/slot.ts'
import type { Asset } from '../contract.ts'
import type { AssetRow } from './row/asset-row.ts'

export type AssetResponse = z.input<typeof Asset>

/** What another capability adds to the API's asset: how to load its rows and how to present them. */
interface AssetPart<Row extends { asset_id: string | null }> {
  /** Parts load in ascending order. */
  readonly order: number
  /** One query for all of these assets. */
  load(environment: Environment, assets: readonly AssetRow[]): Promise<Row[]>
  /** Gets the rows of this asset. */
  present(
    asset: AssetRow,
    rows: readonly Row[],
    context: { publicUrl: string },
  ): Partial<AssetResponse>
}

// oxlint-disable-next-line typescript/no-explicit-any -- parts with every kind of row are in one list
export type AnyAssetPart = AssetPart<any>

const parts = slot<AnyAssetPart>('asset part')

export const assetPart = <Row extends { asset_id: string | null }>(
  part: AssetPart<Row>,
): SlotPart => parts(part)

export const assetPartsIn = (app: { readonly slots: Slots }) => parts.partsIn(app)
