import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { ProgressBar } from '@playhead/ui/feedback/progress-bar.tsx'
import { CloseIcon } from '@playhead/ui/icons/icons.ts'
import { FilmIcon } from '@playhead/ui/icons/subject-icons.ts'
import {
  cancelInterrupted,
  type InterruptedUpload,
  resumeInterrupted,
} from '../queue/interrupted-uploads.ts'

/** Browsers forget which file it was: a person has to choose it again. */
const InterruptedRow = ({ interrupted }: { interrupted: InterruptedUpload }) => {
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const { file, meta, progress } = interrupted
  const title = meta.title || file.name
  const onChange = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? []
    // Reset, so that choosing the same file again fires a change event.
    event.target.value = ''
    if (chosen) setRefusal(await resumeInterrupted(interrupted, chosen))
  }
  return (
    <li className="upload-row">
      <span className="upload-thumbnail">
        <FilmIcon size={16} />
      </span>
      <div className="min-w-0 grow">
        <p className="truncate" title={title}>
          {title}
        </p>
        {refusal === undefined ? (
          <p className="upload-row-text">
            <span>
              Stopped at {Math.floor(progress)}%. Choose “{file.name}” again to go on.
            </span>
          </p>
        ) : (
          <p className="upload-row-text" data-tone="bad" role="alert">
            <span>{refusal}</span>
          </p>
        )}
        <ProgressBar label={`Progress of ${title}`} value={progress} height={4} />
        <div className="pt-1">
          <Button size="sm" onClick={() => input.current?.click()}>
            Choose file
          </Button>
        </div>
      </div>
      <div className="upload-row-controls">
        <IconButton
          size="sm"
          icon={<CloseIcon size={14} />}
          label={`Cancel ${title}`}
          onClick={() => cancelInterrupted(interrupted)}
        />
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`File of ${title}`}
        onChange={(event) => void onChange(event)}
      />
    </li>
  )
}

/** Uploads that the last page left unfinished. */
export const InterruptedRows = ({ interrupted }: { interrupted: readonly InterruptedUpload[] }) =>
  interrupted.length > 0 && (
    <section aria-labelledby="interrupted-uploads-title">
      <h3 id="interrupted-uploads-title" className="upload-interrupted-title">
        Unfinished uploads
      </h3>
      <ul aria-label="Unfinished uploads">
        {interrupted.map((one) => (
          <InterruptedRow key={one.id} interrupted={one} />
        ))}
      </ul>
    </section>
  )
