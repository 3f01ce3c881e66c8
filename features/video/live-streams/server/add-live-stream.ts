import type { z } from 'zod/mini'
import type { Flags } from '@playhead/domain/flags.ts'
import { addPlaybackId, policiesOfOptions } from '@playhead/features/video/playback-ids/server'
import type { App } from '@playhead/server-kit/app.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { liveLimits, type liveStreams } from '../contract.ts'
import { insertLiveEventOf } from './events/insert-live-event.ts'
import { type LiveStreamParts, loadPartsOfLiveStream } from './live-stream-parts.ts'
import { insertLiveStream } from './row/live-streams.sql.ts'
import { checkNewAssetSettings } from './settings/check-new-asset-settings.ts'
import { readLatencyMode } from './settings/read-latency-mode.ts'
import { readSlateUrl } from './settings/read-slate-url.ts'
import { readEmbeddedSubtitles, readGeneratedSubtitles } from './settings/read-subtitles.ts'
import { insertTargetEvent } from './simulcast/insert-target-event.ts'
import { readTarget } from './simulcast/read-target.ts'
import { insertTarget } from './simulcast/targets.sql.ts'
import { newPassphrase, newStreamKey } from './stream-key.ts'

type LiveStreamOptions = z.output<typeof liveStreams.create.body>

/** A live stream with its playback ids and targets, and their events, in one transaction. */
export const addLiveStream = async (
  app: App,
  environment: Environment,
  { options, flags }: { options: LiveStreamOptions; flags: Flags },
): Promise<LiveStreamParts> => {
  const isTest = flags.testVideoOnly || (options.test ?? false)
  checkNewAssetSettings(app, options.new_asset_settings ?? {}, { isTest, flags })
  const policies = policiesOfOptions(options)
  const targets = (options.simulcast_targets ?? []).map((target) => readTarget(app, target))
  const key = newStreamKey(app)
  const row = {
    keyHash: key.hash,
    key_sealed: key.sealed,
    srt_passphrase_sealed: newPassphrase(app),
    latency_mode: readLatencyMode(options),
    reconnectWindow: options.reconnect_window ?? null,
    max_continuous_seconds: options.max_continuous_duration ?? liveLimits.continuousSecondsMax,
    uses_slate: options.use_slate_for_standard_latency ?? false,
    slate_url: readSlateUrl(app, options.reconnect_slate_url),
    is_audio_only: options.audio_only ?? false,
    is_test: isTest,
    embedded_subtitles: readEmbeddedSubtitles(options.embedded_subtitles ?? []),
    generated_subtitles: await readGeneratedSubtitles(
      environment,
      options.generated_subtitles ?? [],
    ),
    new_asset_settings: options.new_asset_settings ?? null,
    title: options.meta?.title || null,
    passthrough: options.passthrough || null,
  }
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const stream = await insertLiveStream(tenant, row)
    for (const policy of policies) await addPlaybackId(tenant, { liveStreamId: stream.id }, policy)
    for (const target of targets) await insertTarget(tenant, stream.id, target)
    const parts = await loadPartsOfLiveStream(tenant, stream)
    await insertLiveEventOf(tenant, 'created', parts)
    for (const target of parts.targets) await insertTargetEvent(tenant, 'created', target)
    return parts
  })
}
