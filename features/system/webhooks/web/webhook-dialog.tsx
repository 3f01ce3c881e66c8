import type { ReactNode } from 'react'
import { urlError } from '@playhead/domain/field-rules.ts'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { webhookLimits } from '../contract.ts'

interface WebhookDialogProps<Answer> {
  isOpen?: boolean
  onClose: () => void
  title: string
  description?: string
  minWidth: number
  address?: string
  submitLabel?: string
  submit: (address: string) => Promise<Answer>
  doneToast?: string
  reveal?: { title: string; children: (answer: Answer, close: () => void) => ReactNode }
}

/** ACCT-077 */
export const WebhookDialog = <Answer,>(props: WebhookDialogProps<Answer>) => {
  const { address = '', submit, ...rest } = props
  return (
    <FormDialog
      {...rest}
      initial={{ address }}
      validate={(values) => ({ address: urlError(values.address.trim()) })}
      submit={(values) => submit(values.address.trim())}
    >
      {(form) => (
        <TextField
          {...form.field('address')}
          label="URL"
          description="Events come as POST requests with a JSON body. Any 2xx answer within 5 seconds takes them."
          placeholder="https://example.com/webhooks"
          inputMode="url"
          autoComplete="off"
          autoFocus
          maxLength={webhookLimits.addressMax}
        />
      )}
    </FormDialog>
  )
}
