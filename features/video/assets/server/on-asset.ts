import { notFound } from '@playhead/contract-kit/errors.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { AssetRow } from './row/asset-row.ts'
import { lockAsset } from './row/assets.sql.ts'

/** Runs one transaction that holds a lock on the asset. */
export const onAsset = <T>(
  environment: Environment,
  id: string,
  work: (tenant: Environment, asset: AssetRow) => Promise<T>,
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const asset = await lockAsset(tenant, id)
    if (!asset) throw notFound('asset')
    return work(tenant, asset)
  })
