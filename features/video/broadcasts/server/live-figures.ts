import type { App } from '@playhead/server-kit/app.ts'
import type { Figure } from '@playhead/server-kit/channels/channel-figures.ts'
import { registryOf } from './live-registry.ts'

/** What the broadcasts of this process do. */
export const liveFigures = (app: Pick<App, 'storage'>): Figure[] => {
  const { broadcasts, waiting, bytesInMemory, playlistsWritten } = registryOf(app).counts
  const figure = (name: string, kind: Figure['kind'], meaning: string, value: number): Figure => ({
    name: `playhead_live_${name}`,
    kind,
    meaning,
    values: [{ value }],
  })
  return [
    figure('broadcasts', 'gauge', 'Live streams that this process takes.', broadcasts),
    figure('waiting_requests', 'gauge', 'Requests of viewers that wait for a part.', waiting),
    figure('memory_bytes', 'gauge', 'Parts of broadcasts in memory.', bytesInMemory),
    figure(
      'playlists_written_total',
      'counter',
      'Playlists that were written, once per part for all viewers.',
      playlistsWritten,
    ),
  ]
}
