import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { UploadIcon } from '@playhead/ui/icons/subject-icons.ts'
import { ErrorIcon } from '@playhead/ui/icons/icons.ts'
import { acceptAttribute, isAccepted } from './accepted-files.ts'

const refusal = 'Unsupported file(s). Only video and audio files are allowed.'

/** UPLD-009, UPLD-010 */
export const DropZone = ({ onFiles }: { onFiles: (files: File[]) => void }) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [refused, setRefused] = useState<string[]>()
  const take = (files: File[]) => {
    const others = files.filter((file) => !isAccepted(file))
    if (others.length > 0) setRefused(others.map(({ name }) => name))
    else if (files.length > 0) onFiles(files)
  }
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    take([...(event.target.files ?? [])])
    // Reset, so that choosing the same file again fires a change event.
    event.target.value = ''
  }
  const over = (isNow: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(isNow)
  }
  const onDrop = (event: DragEvent) => {
    over(false)(event)
    take([...event.dataTransfer.files])
  }
  return (
    <div
      className="upload-drop"
      data-over={isOver || undefined}
      data-invalid={refused ? true : undefined}
      onDragEnter={over(true)}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={onDrop}
    >
      {refused ? (
        <>
          <span className="text-bad">
            <ErrorIcon size={20} />
          </span>
          <p role="alert">{refusal}</p>
          <p className="max-w-full truncate text-sm text-ink-3">{refused.join(', ')}</p>
          <Button autoFocus onClick={() => setRefused(undefined)}>
            Try Again
          </Button>
        </>
      ) : (
        <>
          <span className="text-ink-3">
            <UploadIcon size={22} />
          </span>
          <p id={id}>Drag and drop video or audio files here</p>
          <Button aria-describedby={id} onClick={() => input.current?.click()}>
            Choose files
          </Button>
        </>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptAttribute}
        aria-label="Video and audio files"
        onChange={onChange}
      />
    </div>
  )
}
