import type { CamelInput, CamelOutput } from '@playhead/contract-kit/case-seam.ts'
import type { Asset, AssetOptions, InputInfo } from '@playhead/features/video/assets/contract'
import type { Tenant } from '@playhead/web-kit/session/tenant.ts'
import type { Upload as UploadSchema } from '../../contract.ts'

/** UPLD-046 */
export const uploadStatuses = [
  'waiting',
  'queued',
  'preparing',
  'uploading',
  'paused',
  'cancelled',
  'errored',
  'completed',
] as const
export type UploadStatus = (typeof uploadStatuses)[number]

export type NewAssetSettings = CamelInput<typeof AssetOptions>
export type DirectUpload = CamelOutput<typeof UploadSchema>

export type UploadSource = { kind: 'file'; file: File } | { kind: 'url'; url: string }

/** What a row shows of the asset; `deleted` means that it no longer exists. */
export interface UploadAsset {
  id: string
  status: CamelOutput<typeof Asset>['status'] | 'deleted'
  errors?: { messages: string[] } | undefined
  playbackIds?: { id: string; policy: string }[] | undefined
}

export interface UploadMeta {
  title: string
  creatorId: string
  externalId: string
}

/** UPLD-045 */
export interface Upload {
  id: string
  createdAt: number
  startedAt?: number
  endedAt?: number
  source: UploadSource
  /** The environment where the upload started, whichever is open now. */
  tenant: Tenant
  status: UploadStatus
  /** 0 to 100 */
  progress: number
  attempts: number
  error?: string
  mux: {
    asset?: UploadAsset
    upload?: DirectUpload
    inputInfo?: CamelOutput<typeof InputInfo>[]
    settings: NewAssetSettings
    meta: UploadMeta
  }
}

export type UploadEvent =
  | { type: 'queued' }
  | { type: 'started'; at: number }
  | { type: 'sending'; upload: DirectUpload }
  | { type: 'progressed'; progress: number }
  | { type: 'paused' }
  | { type: 'resumed' }
  /** Resumed while others use all slots. */
  | { type: 'heldBack' }
  | { type: 'cancelled'; at: number }
  | { type: 'retried' }
  | { type: 'completed'; at: number; asset?: UploadAsset }
  | { type: 'failed'; at: number; error: string }
  | { type: 'assetChanged'; at: number; asset: UploadAsset }

type EventOf<T extends UploadEvent['type']> = Extract<UploadEvent, { type: T }>
type Steps = {
  [T in UploadEvent['type']]: {
    from: readonly UploadStatus[]
    to: (upload: Upload, event: EventOf<T>) => Upload
  }
}

const ended: readonly UploadStatus[] = ['cancelled', 'errored', 'completed']
const running = uploadStatuses.filter((status) => !ended.includes(status))

const onItsWay: readonly UploadStatus[] = ['uploading', 'paused', 'queued']

/** An asset means that the whole file has arrived; UPLD-058: an unusable file counts as not uploaded. */
const withAsset = (upload: Upload, { asset, at }: { asset: UploadAsset; at: number }): Upload => {
  const next: Upload = { ...upload, mux: { ...upload.mux, asset } }
  if (upload.status === 'cancelled') return next
  const endedAt = upload.endedAt ?? at
  if (asset.status === 'errored') return { ...next, status: 'errored', endedAt }
  return onItsWay.includes(upload.status)
    ? { ...next, status: 'completed', progress: 100, endedAt }
    : next
}

const steps: Steps = {
  queued: { from: ['waiting'], to: (upload) => ({ ...upload, status: 'queued' }) },
  // UPLD-047, UPLD-051
  started: {
    from: ['waiting', 'queued'],
    to: (upload, { at }) => ({
      ...upload,
      status: 'preparing',
      startedAt: at,
      attempts: upload.attempts + 1,
    }),
  },
  sending: {
    from: ['preparing'],
    to: (upload, event) => ({
      ...upload,
      status: 'uploading',
      mux: { ...upload.mux, upload: event.upload },
    }),
  },
  // UPLD-057
  progressed: {
    from: ['uploading'],
    to: (upload, { progress }) => {
      const next = Math.min(100, progress)
      return next > upload.progress ? { ...upload, progress: next } : upload
    },
  },
  // UPLD-053
  paused: { from: ['uploading'], to: (upload) => ({ ...upload, status: 'paused' }) },
  resumed: { from: ['paused', 'queued'], to: (upload) => ({ ...upload, status: 'uploading' }) },
  heldBack: { from: ['paused'], to: (upload) => ({ ...upload, status: 'queued' }) },
  // UPLD-054
  cancelled: {
    from: running,
    to: (upload, { at }) => ({ ...upload, status: 'cancelled', endedAt: at }),
  },
  // UPLD-055
  retried: {
    from: ['cancelled', 'errored'],
    to: ({ id, createdAt, source, tenant, attempts, mux }) => ({
      id,
      createdAt,
      source,
      tenant,
      attempts,
      status: 'waiting',
      progress: 0,
      mux: { settings: mux.settings, meta: mux.meta },
    }),
  },
  // UPLD-056
  completed: {
    from: ['preparing', 'uploading', 'paused', 'queued'],
    to: (upload, { at, asset }) => ({
      ...upload,
      status: 'completed',
      progress: 100,
      endedAt: at,
      mux: asset ? { ...upload.mux, asset } : upload.mux,
    }),
  },
  failed: {
    from: [...running, 'completed'],
    to: (upload, { at, error }) => ({ ...upload, status: 'errored', endedAt: at, error }),
  },
  assetChanged: { from: uploadStatuses, to: withAsset },
}

/** Returns the new state, or the same object when the event does not apply to its status. */
export const uploadTransition = <T extends UploadEvent['type']>(
  upload: Upload,
  event: EventOf<T>,
): Upload => {
  const step = steps[event.type]
  return step.from.includes(upload.status) ? step.to(upload, event) : upload
}

/** UPLD-048 */
const slotsMax = 5

const holdsSlot = ({ source, status }: Upload) =>
  source.kind === 'file' && (status === 'uploading' || status === 'preparing')

/** UPLD-049: uploads from an address need no slot. */
export const hasSlot = (uploads: readonly Upload[]) => uploads.filter(holdsSlot).length < slotsMax

/** UPLD-044: uploads that closing the page would lose. */
export const isUnfinished = ({ status }: Upload) => running.includes(status)

export const isActive = (upload: Upload) => isUnfinished(upload) && upload.status !== 'waiting'

export const canPause = ({ source, status }: Upload) =>
  source.kind === 'file' && status === 'uploading'
export const canResume = ({ status }: Upload) => status === 'paused'
export const canCancel = isUnfinished
export const canRetry = ({ status }: Upload) => status === 'cancelled' || status === 'errored'
