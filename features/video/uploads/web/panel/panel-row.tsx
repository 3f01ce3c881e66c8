import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import {
  CheckCircleIcon,
  CloseIcon,
  ErrorIcon,
  PauseIcon,
  PlayIcon,
  RefreshIcon,
} from '@playhead/ui/icons/icons.ts'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { ProgressBar } from '@playhead/ui/feedback/progress-bar.tsx'
import { TrashIcon } from '@playhead/ui/icons/subject-icons.ts'
import { environmentPath } from '@playhead/web-kit/navigation/paths.ts'
import { inputText } from './input-text.ts'
import { rowText, rowTone } from './row-text.ts'
import {
  cancelUpload,
  pauseUpload,
  removeUpload,
  resumeUpload,
  retryUpload,
} from '../queue/run-uploads.ts'
import { titleOf } from '../queue/source-title.ts'
import { SourceThumbnail } from '../preview/source-thumbnail.tsx'
import {
  canCancel,
  canPause,
  canResume,
  canRetry,
  isActive,
  type Upload,
} from '../queue/upload-machine.ts'

/** UPLD-078: the address of the asset's page. */
const assetPath = ({ tenant, progress, mux }: Upload) => {
  const { organizationId, environmentId } = tenant
  const isThere = mux.asset && mux.asset.status !== 'deleted' && progress === 100
  if (!isThere || !organizationId || !environmentId) return undefined
  return environmentPath({ organizationId, environmentId }, `video/assets/${mux.asset!.id}`)
}

/** UPLD-079 */
const watchPath = ({ mux }: Upload) => {
  const id = mux.asset?.playbackIds?.find(({ policy }) => policy === 'public')?.id
  return mux.asset?.status === 'ready' && id ? `/watch/${id}` : undefined
}

interface RowProps {
  upload: Upload
  title: string
}

const Controls = ({ upload, title }: RowProps) => (
  <>
    {canPause(upload) && (
      <IconButton
        size="sm"
        icon={<PauseIcon size={14} />}
        label={`Pause ${title}`}
        onClick={() => pauseUpload(upload.id)}
      />
    )}
    {canResume(upload) && (
      <IconButton
        size="sm"
        icon={<PlayIcon size={14} />}
        label={`Resume ${title}`}
        onClick={() => resumeUpload(upload.id)}
      />
    )}
    {canCancel(upload) && (
      <IconButton
        size="sm"
        icon={<CloseIcon size={14} />}
        label={`Cancel ${title}`}
        onClick={() => cancelUpload(upload.id)}
      />
    )}
    {canRetry(upload) && (
      <>
        <IconButton
          size="sm"
          icon={<RefreshIcon size={14} />}
          label={`Retry ${title}`}
          onClick={() => retryUpload(upload.id)}
        />
        <IconButton
          size="sm"
          icon={<TrashIcon size={14} />}
          label={`Remove ${title}`}
          onClick={() => removeUpload(upload.id)}
        />
      </>
    )}
  </>
)

const Tone = ({ upload }: { upload: Upload }) => {
  const tone = rowTone(upload)
  if (tone === 'bad') return <ErrorIcon size={13} />
  return tone === 'good' ? <CheckCircleIcon size={13} /> : null
}

export const PanelRow = ({ upload }: { upload: Upload }) => {
  const title = titleOf(upload)
  const asset = assetPath(upload)
  const watch = watchPath(upload)
  const info = inputText(upload.mux.inputInfo)
  return (
    <li className="upload-row">
      <SourceThumbnail source={upload.source} asset={upload.mux.asset} />
      <div className="min-w-0 grow">
        <p className="truncate" title={title}>
          {title}
        </p>
        <p className="upload-row-text" data-tone={rowTone(upload)}>
          <Tone upload={upload} />
          <span>{rowText(upload)}</span>
          {info && <small>{info}</small>}
        </p>
        {isActive(upload) && upload.status !== 'queued' && (
          <ProgressBar
            label={`Progress of ${title}`}
            value={upload.source.kind === 'file' ? upload.progress : undefined}
            height={4}
          />
        )}
        {(asset || watch) && (
          <div className="flex gap-2 pt-1">
            {asset && (
              <LinkButton size="sm" href={asset}>
                View Asset
              </LinkButton>
            )}
            {watch && (
              <LinkButton size="sm" href={watch} target="_blank" rel="noreferrer">
                Watch Page
              </LinkButton>
            )}
          </div>
        )}
      </div>
      <div className="upload-row-controls">
        <Controls upload={upload} title={title} />
      </div>
    </li>
  )
}
