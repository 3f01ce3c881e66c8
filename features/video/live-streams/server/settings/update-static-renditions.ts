import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { liveStreams } from '../../contract.ts'
import { onLiveStream, refuseDuringBroadcast } from '../on-live-stream.ts'
import { recordedChange } from '../recorded-change.ts'
import { updateLiveStreamSettings } from '../row/live-streams.sql.ts'
import { checkNewAssetSettings } from './check-new-asset-settings.ts'

export const updateStaticRenditions: Handlers<typeof liveStreams>['updateStaticRenditions'] = ({
  app,
  environment,
  flags,
  params,
  body,
}) =>
  onLiveStream(environment, params.id, async (tenant, stream) => {
    refuseDuringBroadcast(stream)
    const { static_renditions: renditions } = body
    const options = { ...stream.new_asset_settings, static_renditions: renditions }
    checkNewAssetSettings(app, options, { isTest: stream.is_test, flags })
    const settings = { ...stream, new_asset_settings: options }
    return recordedChange(app, tenant, await updateLiveStreamSettings(tenant, stream.id, settings))
  })
