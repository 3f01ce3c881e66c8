import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { questionOf } from '@playhead/features/data/question/server'
import type { deliveryUsage } from '../contract.ts'
import { countDelivered, listDelivered, type ReportRow } from './delivery-usage.sql.ts'
import { rounded } from './rounded.ts'

const hourMs = 3_600_000

/** Delivery data stays as long as its environment; the plan's retention applies to views only. */
const keepsAll = { historicalMetrics: false, retentionDays: 36_500 }

const encodingTiers = { basic: 'baseline', plus: 'smart', premium: 'premium' } as const

const epochText = (date: Date) => String(Math.floor(date.getTime() / 1000))

const present = (row: ReportRow) => ({
  asset_id: row.asset_id,
  created_at: epochText(row.created_at),
  ...(row.deleted_at && { deleted_at: epochText(row.deleted_at) }),
  asset_state: row.status === 'preparing' ? ('ready' as const) : row.status,
  asset_duration: row.duration ?? 0,
  asset_resolution_tier: row.resolution_tier ?? ('720p' as const),
  asset_video_quality: row.video_quality,
  asset_encoding_tier: encodingTiers[row.video_quality],
  ...(row.live_stream_id !== null && { live_stream_id: row.live_stream_id }),
  ...(row.passthrough !== null && { passthrough: row.passthrough }),
  delivered_seconds: rounded(row.delivered),
  delivered_seconds_by_resolution: Object.fromEntries(
    Object.entries(row.by_tier).map(([tier, seconds]) => [
      `tier_${tier.replace('-', '_')}`,
      rounded(seconds),
    ]),
  ),
})

export const listDeliveryUsage: Handlers<typeof deliveryUsage>['list'] = async ({
  environment,
  query,
  ...context
}) => {
  const { page, limit, asset_id: assetId, live_stream_id: liveStreamId, timeframe } = query
  if (assetId !== undefined && liveStreamId !== undefined)
    throw new ApiError('invalid_parameters', {
      messages: ['Choose an asset or a live stream, not both.'],
    })
  const now = context.app.clock.now().getTime()
  const thisHour = Math.floor(now / hourMs) * hourMs
  const { start, end } = timeframe
    ? questionOf({
        ...context,
        flags: { ...context.flags, ...keepsAll },
        query: { timeframe },
      }).timeframe
    : { start: new Date(thisHour - 13 * hourMs), end: new Date(thisHour - 12 * hourMs) }
  const asked = { start, end, assetId, liveStreamId }
  const [count, rows] = await Promise.all([
    countDelivered(environment, asked),
    listDelivered(environment, asked, { page, limit }),
  ])
  return {
    data: rows.map(present),
    timeframe: [start, end].map((date) => Math.floor(date.getTime() / 1000)),
    page,
    limit,
    total_row_count: count,
  }
}
