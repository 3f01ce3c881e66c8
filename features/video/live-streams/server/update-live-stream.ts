import type { AssetOptions } from '@playhead/features/video/assets/contract'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { LiveStreamChanges, liveStreams } from '../contract.ts'
import { onLiveStream } from './on-live-stream.ts'
import { recordedChange } from './recorded-change.ts'
import { updateLiveStreamFields } from './row/live-streams.sql.ts'
import { checkNewAssetSettings } from './settings/check-new-asset-settings.ts'
import { readSlateUrl } from './settings/read-slate-url.ts'

/** A missing value leaves the field unchanged; an empty text clears it. */
const changed = (given: string | undefined, current: string | null) =>
  given === undefined ? current : given || null

const changedSettings = (
  given: LiveStreamChanges['new_asset_settings'],
  current: AssetOptions | null,
): AssetOptions | null => {
  if (given === undefined) return current
  const { meta, ...others } = given
  return { ...current, ...others, ...(meta && { meta: { ...current?.meta, ...meta } }) }
}

export const updateLiveStream: Handlers<typeof liveStreams>['update'] = ({
  app,
  environment,
  flags,
  params,
  body,
}) =>
  onLiveStream(environment, params.id, async (tenant, stream) => {
    const settings = changedSettings(body.new_asset_settings, stream.new_asset_settings)
    if (body.new_asset_settings && settings)
      checkNewAssetSettings(app, settings, { isTest: stream.is_test, flags })
    const slateUrl = body.reconnect_slate_url
    const row = await updateLiveStreamFields(tenant, stream.id, {
      latency_mode: body.latency_mode ?? stream.latency_mode,
      reconnectWindow: body.reconnect_window,
      max_continuous_seconds: body.max_continuous_duration ?? stream.max_continuous_seconds,
      uses_slate: body.use_slate_for_standard_latency ?? stream.uses_slate,
      slate_url: slateUrl === undefined ? stream.slate_url : readSlateUrl(app, slateUrl),
      new_asset_settings: settings,
      title: changed(body.meta?.title, stream.title),
      passthrough: changed(body.passthrough, stream.passthrough),
    })
    return recordedChange(app, tenant, row)
  })
