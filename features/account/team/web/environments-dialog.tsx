import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { EnvironmentChoice } from './environment-choice.tsx'

interface EnvironmentsDialogProps {
  title: string
  initial: readonly string[]
  submit: (environments: string[]) => Promise<unknown>
  doneToast?: string
  onClose: () => void
}

export const EnvironmentsDialog = ({ initial, submit, ...props }: EnvironmentsDialogProps) => (
  <FormDialog
    {...props}
    maxWidth={480}
    initial={{ environments: [...initial] }}
    submit={({ environments }) => submit(environments)}
  >
    {(form) => <EnvironmentChoice {...form.field('environments')} />}
  </FormDialog>
)
