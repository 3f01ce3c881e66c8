import { useEffect, useRef, useState } from 'react'
import { Player } from '@playhead/features/video/playback/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { ProgressBar } from '@playhead/ui/feedback/progress-bar.tsx'
import { makeTestAsset } from './test-asset.ts'
import type { Upload } from '../queue/upload-machine.ts'

const unableText = 'Unable to play this preview. Please try again or contact support.'

type State =
  | { kind: 'none' | 'failed' }
  | { kind: 'making'; percent: number }
  | { kind: 'playable'; playbackId: string }

interface TestPreviewProps {
  upload: Upload
  /** Why the browser could not play the file itself. */
  reason: string
}

/** UPLD-027 … UPLD-029 */
export const TestPreview = ({ upload, reason }: TestPreviewProps) => {
  const [state, setState] = useState<State>({ kind: 'none' })
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])
  const make = () => {
    end.current?.()
    setState({ kind: 'making', percent: 0 })
    end.current = makeTestAsset(upload, {
      onProgress: (percent) => setState({ kind: 'making', percent }),
      onPlayable: (playbackId) => setState({ kind: 'playable', playbackId }),
      onFail: () => setState({ kind: 'failed' }),
    })
  }
  if (state.kind === 'playable')
    return <Player playbackId={state.playbackId} title={upload.mux.meta.title} isMuted />
  const isSending = upload.source.kind === 'file' && state.kind === 'making' && state.percent < 100
  return (
    <Stack gap={3}>
      {state.kind === 'failed' ? (
        <FormMessage tone="error">{unableText}</FormMessage>
      ) : (
        <FormMessage tone="info">{reason}</FormMessage>
      )}
      {state.kind === 'making' ? (
        <ProgressBar
          label={isSending ? 'Sending the file for a preview' : 'Preparing the preview'}
          value={isSending ? state.percent : undefined}
          isLabelVisible
        />
      ) : (
        <div>
          <Button onClick={make}>
            {state.kind === 'failed' ? 'Try again' : 'Create a test asset to preview'}
          </Button>
        </div>
      )}
      {state.kind === 'none' && (
        <p className="text-sm text-ink-3">
          A test asset has a public playback ID, and is deleted when this dialog is closed.
        </p>
      )}
    </Stack>
  )
}
