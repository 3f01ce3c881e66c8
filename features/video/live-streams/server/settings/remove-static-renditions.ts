import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { onLiveStream, refuseDuringBroadcast } from '../on-live-stream.ts'
import { recordedChange } from '../recorded-change.ts'
import { updateLiveStreamSettings } from '../row/live-streams.sql.ts'

export const removeStaticRenditions: Handlers<typeof liveStreams>['removeStaticRenditions'] = ({
  app,
  environment,
  params,
}) =>
  onLiveStream(environment, params.id, async (tenant, stream) => {
    refuseDuringBroadcast(stream)
    if (!stream.new_asset_settings?.static_renditions) return undefined
    const { static_renditions: _, ...options } = stream.new_asset_settings
    const settings = { ...stream, new_asset_settings: options }
    await recordedChange(app, tenant, await updateLiveStreamSettings(tenant, stream.id, settings))
    return undefined
  })
