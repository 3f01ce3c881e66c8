import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { formatCents } from '@playhead/domain/money.ts'
import { meterNames } from '@playhead/domain/usage.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { CodeEditor } from '@playhead/ui/code/code-editor.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { DialogForm } from '@playhead/ui/overlays/dialog-form.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { prices } from '../../prices-contract.ts'
import { sharedCosts } from '../../shared-costs-contract.ts'
import { monthName } from '../usage-texts.ts'
import { firstPrices } from './first-prices.ts'
import { SimplePriceFields } from './simple-price-fields.tsx'
import {
  amountError,
  hasPrices,
  noPrices,
  readSimplePrices,
  type SimplePrices,
  writeSimplePrices,
} from './simple-prices.ts'
import type { PriceBook } from './use-prices.ts'

const fallback = 'Something went wrong, please try again later.'

type Preview = CallResponse<typeof prices.preview>['data']

const messagesOf = (error: unknown) =>
  isCallError(error) && error.messages.length > 0 ? error.messages : [fallback]

const previewText = (preview: Preview) => {
  const { organizations, cents, currency, centsBefore, currencyBefore } = preview
  const month = monthName(preview.month)
  if (organizations === 0) return `No organization used anything last month (${month}).`
  const whose = organizations === 1 ? '1 organization' : `${organizations} organizations`
  const cost = `The usage of ${whose} would have cost ${formatCents(cents, currency)}`
  return centsBefore === null
    ? `${cost} last month (${month}), which has no prices.`
    : `${cost} instead of ${formatCents(centsBefore, currencyBefore ?? currency)} last month (${month}).`
}

const Refusal = ({ messages }: { messages: readonly string[] }) =>
  messages.length === 1 ? (
    messages[0]
  ) : (
    <ul>
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  )

interface EditPricesDialogProps {
  isOpen: boolean
  onClose: () => void
  /** What the editor begins with. */
  book: PriceBook | null
  newest: number | null
}

const usePriceCalls = () => {
  const preview = useCall(prices.preview, { quiet: true })
  const create = useCall(prices.create, {
    invalidates: [prices.retrieve, sharedCosts.listSharedCosts],
    quiet: true,
  })
  return { preview, create }
}

type Way = 'fields' | 'json'

const ways: { value: Way; label: string }[] = [
  { value: 'fields', label: 'One price per meter' },
  { value: 'json', label: 'JSON' },
]

const isComplete = (fields: SimplePrices) =>
  hasPrices(fields) &&
  meterNames.every((meter) => amountError(meter, fields.amounts[meter] ?? '') === undefined)

/** Prices in one of two ways; each begins with what the other has. */
const useEditedPrices = (book: PriceBook | null) => {
  const [text, setText] = useState(() => firstPrices(book?.text))
  const [fields, setFields] = useState(() => (book ? readSimplePrices(text) : noPrices()))
  const [way, setWay] = useState<Way>(fields ? 'fields' : 'json')
  return {
    text,
    fields,
    way,
    setFields,
    setText: (next: string) => {
      setWay('json')
      setText(next)
    },
    turn: (next: Way) => {
      if (next === 'fields') setFields(readSimplePrices(text) ?? (book ? undefined : fields))
      else if (fields && isComplete(fields)) setText(writeSimplePrices(fields))
      setWay(next)
    },
    /** Undefined while the fields are not complete. */
    complete: () => {
      if (way === 'json' || !fields) return text
      return isComplete(fields) ? writeSimplePrices(fields) : undefined
    },
  }
}

/** Inside the dialog, so that what was typed is discarded when it closes. */
const Editor = ({ onClose, book, newest }: Omit<EditPricesDialogProps, 'isOpen'>) => {
  const setSearch = useSetSearch()
  const input = useRef<HTMLInputElement>(null)
  const edited = useEditedPrices(book)
  const [refusal, setRefusal] = useState<readonly string[]>()
  const [seen, setSeen] = useState<Preview>()
  const { preview, create } = usePriceCalls()
  const forget = () => {
    setRefusal(undefined)
    setSeen(undefined)
  }
  const change = (next: string) => {
    edited.setText(next)
    forget()
  }
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file) change(await file.text())
  }
  const completeText = () => {
    const text = edited.complete()
    if (text === undefined)
      setRefusal([
        edited.fields && hasPrices(edited.fields)
          ? 'Check the amounts: one of them is no price.'
          : 'Enter a price for at least one meter, such as 0.06.',
      ])
    return text
  }
  const look = async () => {
    forget()
    const text = completeText()
    if (text === undefined) return
    try {
      setSeen((await preview.mutateAsync({ body: { prices: { text } } })).data)
    } catch (error) {
      setRefusal(messagesOf(error))
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    setRefusal(undefined)
    const text = completeText()
    if (text === undefined) return
    try {
      const { data } = await create.mutateAsync({
        body: { prices: { text, afterVersion: newest } },
      })
      onClose()
      setSearch({ version: undefined })
      toasts.show({ type: 'success', title: `Prices entered as version ${data.version}` })
    } catch (error) {
      setRefusal(messagesOf(error))
    }
  }
  return (
    <DialogForm
      form={{
        formProps: { noValidate: true, onSubmit: (event) => void submit(event) },
        failure: refusal && <Refusal messages={refusal} />,
        isSubmitting: create.isPending,
      }}
      onCancel={onClose}
      submitLabel="Save as a new version"
    >
      <SegmentedControl
        label="Way to enter prices"
        value={edited.way}
        options={ways}
        onChange={(way) => {
          edited.turn(way)
          forget()
        }}
      />
      {edited.way === 'json' ? (
        <>
          <p className="text-ink-2">
            Millionths of a cent for a minute, a view or a GB. A meter with a price needs one for
            each resolution and quality.
          </p>
          <div className="usage-editor">
            <CodeEditor
              label="Prices as JSON"
              value={edited.text}
              onChange={change}
              minHeight={200}
            />
          </div>
        </>
      ) : edited.fields ? (
        <SimplePriceFields
          values={edited.fields}
          onChange={(fields) => {
            edited.setFields(fields)
            forget()
          }}
        />
      ) : (
        <FormMessage tone="info">
          These prices have steps, or differ by resolution or quality. Only JSON has room for that.
        </FormMessage>
      )}
      <div className="ph-inline gap-2">
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          hidden
          onChange={(event) => void take(event)}
          aria-label="File with prices"
        />
        <Button onClick={() => input.current?.click()}>Read a file</Button>
        <Button onClick={() => void look()} isLoading={preview.isPending}>
          Preview
        </Button>
      </div>
      {seen && <FormMessage tone="info">{previewText(seen)}</FormMessage>}
    </DialogForm>
  )
}

export const EditPricesDialog = ({ isOpen, ...props }: EditPricesDialogProps) => (
  <Modal
    isOpen={isOpen}
    onClose={props.onClose}
    title="New version of the prices"
    description="What is used from the month of a version on is priced by it."
    minWidth={560}
    maxWidth={680}
    isWholeOnPhones
  >
    <Editor {...props} />
  </Modal>
)
