import { type FormEvent, useState } from 'react'
import { CodeEditor } from '@playhead/ui/code/code-editor.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { DialogForm } from '@playhead/ui/overlays/dialog-form.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import { concernsSession } from '@playhead/web-kit/errors/concerns-session.ts'
import { useNavigate } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { liveStreams } from '../../contract.ts'
import { createUnchanged, firstRequest, parseRequest } from './create-request.ts'
import { requestWithTitle, titleOfRequest } from './request-title.ts'

const fallback = 'Something went wrong, please try again later.'

const wordsOf = (error: unknown) =>
  (isCallError(error) &&
    [...error.messages, ...Object.values(error.fields).flat()].filter(Boolean).join(' ')) ||
  fallback

interface CreateLiveStreamDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Inside the dialog, so that what was typed is discarded when it closes. */
const Editor = ({ onClose }: Pick<CreateLiveStreamDialogProps, 'onClose'>) => {
  const path = usePath()
  const navigate = useNavigate()
  const [text, setText] = useState(firstRequest)
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const create = useCall(createUnchanged, { invalidates: [liveStreams.list], quiet: true })
  const change = (next: string) => {
    setText(next)
    setError(undefined)
  }
  const title = titleOfRequest(text)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const parsed = parseRequest(text)
    setFailure(undefined)
    setError('error' in parsed ? parsed.error : undefined)
    if ('error' in parsed) return
    try {
      const { data } = await create.mutateAsync({ body: parsed.body })
      onClose()
      navigate(path(`video/live-streams/${data.id}/monitor`))
    } catch (refusal) {
      // A toast has said it already. DEMO-004
      if (isCallError(refusal) && concernsSession(refusal)) return
      setFailure(wordsOf(refusal))
    }
  }
  return (
    <DialogForm
      form={{
        formProps: { noValidate: true, onSubmit: (event) => void submit(event) },
        failure,
        isSubmitting: create.isPending,
      }}
      onCancel={onClose}
      submitLabel="Create Live Stream"
    >
      <TextField
        label="Title"
        description={
          title === undefined
            ? 'Correct the request body to set a title here.'
            : 'Viewers see it, and recordings are named after it.'
        }
        value={title ?? ''}
        onChange={(next) => change(requestWithTitle(text, next))}
        isDisabled={title === undefined}
        autoComplete="off"
        autoFocus
      />
      <CodeEditor
        label="Request body"
        value={text}
        onChange={change}
        error={error}
        minHeight={220}
      />
    </DialogForm>
  )
}

/** LIVE-003, LIVE-004 */
export const CreateLiveStreamDialog = ({ isOpen, onClose }: CreateLiveStreamDialogProps) => (
  <Modal
    isOpen={isOpen}
    onClose={onClose}
    title="Create New Live Stream"
    description="Sent exactly as written to POST /video/v1/live-streams."
    minWidth={560}
    maxWidth={640}
  >
    <Editor onClose={onClose} />
  </Modal>
)
