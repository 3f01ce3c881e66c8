import {
  findMedia,
  hasMedia,
  isUnchanged,
  type Media,
  type MissingMedia,
} from '@playhead/media/find-media.ts'
import type { Disk } from '@playhead/server-kit/health/disk.ts'
import type { Part, PartFinding } from '@playhead/server-kit/health/readiness.ts'
import type { Role, Settings } from '@playhead/server-kit/settings/settings.ts'
import type { Storage } from '@playhead/storage/storage.ts'

interface Probed {
  disk: Disk
  storage: Storage
  /** What was found at the start. */
  media: Media | MissingMedia
  checkDatabase: () => Promise<void>
  checkAnalytics: () => Promise<void>
}

const findingOfDisk = async (disk: Disk): Promise<PartFinding | void> => {
  switch (await disk.level()) {
    case 'full':
      return { status: 'not ready', detail: 'The disk is full: beacons may be refused.' }
    case 'scarce':
      return {
        status: 'warning',
        detail: 'The disk is nearly full: uploads are refused and no video is processed.',
      }
    case 'low':
      return { status: 'warning', detail: 'The disk is filling up: free some space soon.' }
    case 'plenty':
  }
}

/** Everything except making video works without it. */
const findingOfMedia = async (
  { ffmpegPath }: Settings,
  media: Media | MissingMedia,
): Promise<PartFinding | void> => {
  if (hasMedia(media) && (await isUnchanged(media))) return
  if (!hasMedia(await findMedia({ ffmpegPath })))
    return { status: 'warning', detail: 'ffmpeg is missing: video cannot be processed.' }
}

const mediaRoles: readonly Role[] = ['api', 'worker']

/** The parts that this process needs for its roles, and those that are optional. */
export const partsOf = (settings: Settings, probed: Probed): Part[] => [
  { name: 'database', title: 'The database', keptMs: 1_000, probe: probed.checkDatabase },
  {
    name: 'engine',
    title: 'The analytics database',
    keptMs: 1_000,
    probe: probed.checkAnalytics,
  },
  { name: 'disk', title: 'The disk', keptMs: 500, probe: () => findingOfDisk(probed.disk) },
  ...(settings.roles.some((role) => mediaRoles.includes(role))
    ? [
        {
          name: 'storage',
          title: 'The storage of media',
          // The check writes a small file, even to a bucket.
          keptMs: 10_000,
          probe: () => probed.storage.check(),
        },
        {
          name: 'ffmpeg',
          title: 'ffmpeg',
          keptMs: 60_000,
          isOptional: true,
          probe: () => findingOfMedia(settings, probed.media),
        },
      ]
    : []),
]
