import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { assets } from '../contract.ts'
import { loadPartsOfAssets } from './asset-parts.ts'
import { type AssetOrder, countAssets, listAssetRows } from './row/assets.sql.ts'
import { placeOfCursor, cursorOf } from './cursor.ts'
import { presentAsset } from './present-asset.ts'

export const listAssets: Handlers<typeof assets>['list'] = async ({ app, environment, query }) => {
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
