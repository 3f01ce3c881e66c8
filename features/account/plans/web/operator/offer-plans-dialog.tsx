import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { formatCents } from '@playhead/domain/money.ts'
import type { BillingMode } from '@playhead/domain/plans.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { CodeEditor } from '@playhead/ui/code/code-editor.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { DialogForm } from '@playhead/ui/overlays/dialog-form.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { plans } from '../../contract.ts'

const fallback = 'Something went wrong, please try again later.'

type Preview = CallResponse<typeof plans.previewOffer>['data']

const messagesOf = (error: unknown) =>
  isCallError(error) && error.messages.length > 0 ? error.messages : [fallback]

/** In showback mode nobody pays: the preview says what a server that writes invoices would have charged. */
const previewText = (
  { organizations, cents, centsBefore, currency }: Preview,
  mode: BillingMode,
) => {
  if (organizations === 0) return 'No organization had these plans last month.'
  const who = organizations === 1 ? '1 organization' : `${organizations} organizations`
  const paid = `${formatCents(cents, currency)} instead of ${formatCents(centsBefore, currency)}`
  return mode === 'showback'
    ? `With invoices, ${who} would have paid ${paid} last month. In showback mode nothing is charged.`
    : `${who} would have paid ${paid} last month.`
}

interface OfferPlansDialogProps {
  isOpen: boolean
  onClose: () => void
  /** What is offered now. */
  text: string
  mode: BillingMode
}

/** Inside the dialog, so that what was typed is discarded when it closes. */
const Editor = ({ onClose, text: offered, mode }: Omit<OfferPlansDialogProps, 'isOpen'>) => {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(offered)
  const [refusal, setRefusal] = useState<readonly string[]>()
  const [seen, setSeen] = useState<Preview>()
  const preview = useCall(plans.previewOffer, { quiet: true })
  const offer = useCall(plans.offer, { invalidates: [plans.versions, plans.list], quiet: true })
  const change = (next: string) => {
    setText(next)
    setRefusal(undefined)
    setSeen(undefined)
  }
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file) change(await file.text())
  }
  const look = async () => {
    setRefusal(undefined)
    setSeen(undefined)
    try {
      setSeen((await preview.mutateAsync({ body: { plans: { text } } })).data)
    } catch (error) {
      setRefusal(messagesOf(error))
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (offer.isPending) return
    setRefusal(undefined)
    try {
      const { data } = await offer.mutateAsync({ body: { plans: { text } } })
      onClose()
      toasts.show({
        type: 'success',
        title: data.length === 0 ? 'Nothing differs from what is offered' : 'New plans are offered',
      })
    } catch (error) {
      setRefusal(messagesOf(error))
    }
  }
  return (
    <DialogForm
      form={{
        formProps: { noValidate: true, onSubmit: (event) => void submit(event) },
        failure: refusal?.join(' '),
        isSubmitting: offer.isPending,
      }}
      onCancel={onClose}
      submitLabel="Offer as new versions"
    >
      <div className="plans-editor">
        <CodeEditor label="Plans as JSON" value={text} onChange={change} minHeight={200} />
      </div>
      <div className="ph-inline gap-2">
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          hidden
          onChange={(event) => void take(event)}
          aria-label="File with plans"
        />
        <Button onClick={() => input.current?.click()}>Read a file</Button>
        <Button onClick={() => void look()} isLoading={preview.isPending}>
          Preview
        </Button>
      </div>
      {seen && <FormMessage tone="info">{previewText(seen, mode)}</FormMessage>}
    </DialogForm>
  )
}

export const OfferPlansDialog = ({ isOpen, ...props }: OfferPlansDialogProps) => (
  <Modal
    isOpen={isOpen}
    onClose={props.onClose}
    title="New versions of plans"
    description={`Fees are in cents${props.mode === 'showback' ? ', and are not charged in showback mode' : ''}. Only plans that differ from what is offered become a new version.`}
    minWidth={560}
    maxWidth={680}
    isWholeOnPhones
  >
    <Editor {...props} />
  </Modal>
)
