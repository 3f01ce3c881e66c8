import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { addPlaybackId, policiesOfOptions } from '@playhead/features/video/playback-ids/server'
import { liveLimits, type liveStreams } from '../contract.ts'
import { insertLiveEventOf } from './events/insert-live-event.ts'
import { loadPartsOfLiveStream } from './live-stream-parts.ts'
import { presentLiveStream } from './present-live-stream.ts'
import { insertLiveStream } from './row/live-streams.sql.ts'
import { checkNewAssetSettings } from './settings/check-new-asset-settings.ts'
import { readLatencyMode } from './settings/read-latency-mode.ts'
import { readSlateUrl } from './settings/read-slate-url.ts'
import { readEmbeddedSubtitles, readGeneratedSubtitles } from './settings/read-subtitles.ts'
import { insertTargetEvent } from './simulcast/insert-target-event.ts'
import { readTarget } from './simulcast/read-target.ts'
import { insertTarget } from './simulcast/targets.sql.ts'
import { newPassphrase, newStreamKey } from './stream-key.ts'

export const createLiveStream: Handlers<typeof liveStreams>['create'] = async ({
  app,
  environment,
  flags,
  body,
}) => {
  const isTest = body.test ?? false
  checkNewAssetSettings(app, body.new_asset_settings ?? {}, { isTest, flags })
  const policies = policiesOfOptions(body)
  const targets = (body.simulcast_targets ?? []).map((target) => readTarget(app, target))
  const key = newStreamKey(app)
  const row = {
    keyHash: key.hash,
    key_sealed: key.sealed,
    srt_passphrase_sealed: newPassphrase(app),
    latency_mode: readLatencyMode(body),
    reconnectWindow: body.reconnect_window ?? null,
    max_continuous_seconds: body.max_continuous_duration ?? liveLimits.continuousSecondsMax,
    uses_slate: body.use_slate_for_standard_latency ?? false,
    slate_url: readSlateUrl(app, body.reconnect_slate_url),
    is_audio_only: body.audio_only ?? false,
    is_test: isTest,
    embedded_subtitles: readEmbeddedSubtitles(body.embedded_subtitles ?? []),
    generated_subtitles: await readGeneratedSubtitles(environment, body.generated_subtitles ?? []),
    new_asset_settings: body.new_asset_settings ?? null,
    title: body.meta?.title || null,
    passthrough: body.passthrough || null,
  }
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const stream = await insertLiveStream(tenant, row)
    for (const policy of policies) await addPlaybackId(tenant, { liveStreamId: stream.id }, policy)
    for (const target of targets) await insertTarget(tenant, stream.id, target)
    const parts = await loadPartsOfLiveStream(tenant, stream)
    await insertLiveEventOf(tenant, 'created', parts)
    for (const target of parts.targets) await insertTargetEvent(tenant, 'created', target)
    return { data: presentLiveStream(app, parts) }
  })
}
