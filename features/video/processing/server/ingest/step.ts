import type { AssetRow } from '@playhead/features/video/assets/server'
import type { Media } from '@playhead/media/find-media.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

/** What every step of the work on an asset is given. */
export interface Step {
  app: App
  media: Media
  environment: Environment
  asset: AssetRow
  /** The job folder; the file that the asset is made of is called `source` in it once it is there. */
  folder: string
  signal: AbortSignal
}

export interface ProgressStep extends Step {
  /** Of one. */
  onProgress: (part: number) => void
}
