import type { AssetRow } from '@playhead/features/video/assets/server'
import type { Media } from '@playhead/media/find-media.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

/** The input of every step of the work on an asset. */
export interface Step {
  app: App
  media: Media
  environment: Environment
  asset: AssetRow
  /** The job folder; the file of the asset is called `source` in it. */
  folder: string
  signal: AbortSignal
}

export interface ProgressStep extends Step {
  /** A share up to 1. */
  onProgress: (part: number) => void
}
