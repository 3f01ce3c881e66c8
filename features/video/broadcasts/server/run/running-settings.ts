import type { LiveStreamRow } from '@playhead/features/video/live-streams/server'

/** What may be changed while a broadcast runs. */
export type RunningSettings = Pick<
  LiveStreamRow,
  'latency_mode' | 'reconnect_window' | 'max_continuous_seconds' | 'uses_slate' | 'slate_url'
>

/** Another latency mode counts from the next broadcast, and so does the window that may have come with it. */
export const runningSettings = (
  before: RunningSettings,
  asked: RunningSettings,
): RunningSettings => {
  const { latency_mode, reconnect_window } =
    asked.latency_mode === before.latency_mode ? asked : before
  const { max_continuous_seconds, uses_slate, slate_url } = asked
  return { latency_mode, reconnect_window, max_continuous_seconds, uses_slate, slate_url }
}
