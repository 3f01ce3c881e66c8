import { urlError } from '@playhead/domain/field-rules.ts'
import { Button } from '@playhead/ui/button.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { TextField } from '@playhead/ui/text-field.tsx'
import { useForm } from '@playhead/web-kit/form.ts'
import { webhookLimits } from '../contract.ts'

interface WebhookFormProps<Answer> {
  address?: string
  submitLabel: string
  submit: (address: string) => Promise<Answer>
  onDone: (answer: Answer) => void
  onCancel: () => void
}

/** ACCT-077 */
export const WebhookForm = <Answer,>(props: WebhookFormProps<Answer>) => {
  const form = useForm({
    initial: { address: props.address ?? '' },
    validate: ({ address }) => ({ address: urlError(address.trim()) }),
    submit: ({ address }) => props.submit(address.trim()),
    onDone: props.onDone,
  })
  return (
    <form {...form.formProps}>
      <Stack gap={3}>
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
        {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={props.onCancel}>Cancel</Button>
          <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
            {props.submitLabel}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
