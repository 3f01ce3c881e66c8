import { notFound } from '@playhead/contract-kit/errors.ts'
import { listEventsOf, listLogsOf } from '@playhead/features/activity/events/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { assets } from '../contract.ts'
import type { AssetApp } from './asset-listener.ts'
import { loadPartsOfAsset, loadPartsOfAssets } from './asset-parts.ts'
import type { AssetRow } from './asset-row.ts'
import {
  type AssetOrder,
  countAssets,
  findAsset,
  listAssetRows,
  sumPreparedSeconds,
} from './assets.sql.ts'
import { placeOfCursor, cursorOf } from './cursor.ts'
import { presentAsset } from './present-asset.ts'

type Read = Handlers<typeof assets>

const found = async (environment: Environment, id: string): Promise<AssetRow> => {
  const asset = await findAsset(environment, id)
  if (!asset) throw notFound('asset')
  return asset
}

export const listAssets: Read['list'] = async ({ app, environment, query }) => {
  const { page, limit } = query
  const order: AssetOrder = { by: query.order_by, direction: query.order_direction }
  const search = {
    uploadId: query.upload_id,
    liveStreamId: query.live_stream_id,
    status: query.status,
    q: query.q,
  }
  const place = query.cursor && order.by === 'created_at' ? placeOfCursor(query.cursor) : undefined
  const [count, rows] = await Promise.all([
    countAssets(environment, search),
    listAssetRows(environment, search, order, {
      // One row more than requested shows whether there is a next page.
      limit: limit + 1,
      offset: place ? 0 : (page - 1) * limit,
      place,
    }),
  ])
  const shown = rows.slice(0, limit)
  const hasMore = rows.length > limit && order.by === 'created_at'
  const data = await loadPartsOfAssets(app, environment, shown)
  return {
    data: data.map((parts) => presentAsset(parts, app.settings.publicUrl)),
    total_row_count: count,
    page,
    limit,
    next_cursor: hasMore ? cursorOf(shown.at(-1)!) : undefined,
  }
}

/** The current asset, after a change of one of its parts. */
export const assetResponse = async (app: AssetApp, environment: Environment, id: string) =>
  presentAsset(
    await loadPartsOfAsset(app, environment, await found(environment, id)),
    app.settings.publicUrl,
  )

export const retrieveAsset: Read['retrieve'] = async ({ app, environment, params }) => ({
  data: await assetResponse(app, environment, params.id),
})

export const readInputInfo: Read['inputInfo'] = async ({ environment, params }) => {
  const asset = await found(environment, params.id)
  const data = asset.inputs.map((settings, at) => ({
    settings,
    file: asset.input_info?.[at]?.file,
  }))
  return { data }
}

export const listAssetEvents: Read['events'] = async ({ environment, params, query }) => {
  const { id } = await found(environment, params.id)
  return { data: await listEventsOf(environment, id, query.limit) }
}

export const listAssetLogs: Read['logs'] = async ({ environment, params, query }) => {
  const { id } = await found(environment, params.id)
  return { data: await listLogsOf(environment, id, query.limit) }
}

const dayMs = 86_400_000

/** ASST-013: of the first day only the part within the range counts. */
export const readPrepared: Read['prepared'] = async ({ app, environment, query }) => {
  const now = app.clock.now().getTime()
  const since = now - query.days * dayMs
  const rows = await sumPreparedSeconds(environment, new Date(since))
  const seconds = new Map(rows.map((row) => [row.day, row.seconds]))
  const first = Math.floor(since / dayMs)
  const data = Array.from({ length: Math.floor(now / dayMs) - first + 1 }, (_, at) => {
    const date = new Date((first + at) * dayMs).toISOString()
    return { date, value: seconds.get(date.slice(0, 10)) ?? 0 }
  })
  return { data }
}
