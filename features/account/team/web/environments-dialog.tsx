import { Button } from '@playhead/ui/button.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { Modal } from '@playhead/ui/modal.tsx'
import { useForm } from '@playhead/web-kit/form.ts'
import { EnvironmentChoice } from './environment-choice.tsx'

interface EnvironmentsDialogProps {
  title: string
  initial: readonly string[]
  submit: (environments: string[]) => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

export const EnvironmentsDialog = (props: EnvironmentsDialogProps) => {
  const form = useForm({
    initial: { environments: [...props.initial] },
    submit: ({ environments }) => props.submit(environments),
    onDone: props.onDone,
  })
  return (
    <Modal isOpen onClose={props.onClose} title={props.title} maxWidth={480}>
      <form {...form.formProps}>
        <Stack gap={3}>
          <EnvironmentChoice {...form.field('environments')} />
          {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
          <div className="flex justify-end gap-2 pt-1">
            <Button onClick={props.onClose}>Cancel</Button>
            <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
              Save
            </Button>
          </div>
        </Stack>
      </form>
    </Modal>
  )
}
