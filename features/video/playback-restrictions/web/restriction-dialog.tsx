import { Button } from '@playhead/ui/button.tsx'
import { Checkbox } from '@playhead/ui/checkbox.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { Modal } from '@playhead/ui/modal.tsx'
import { MultiLineInput } from '@playhead/ui/multi-line-input.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useForm } from '@playhead/web-kit/form.ts'
import { domainsError, domainsIn, type RestrictionRules } from './restriction-texts.ts'
import type { Restriction } from './use-playback-restrictions.ts'
import { useSaveRestriction } from './use-save-restriction.ts'

interface RestrictionFormProps {
  restriction: Restriction | undefined
  onClose: () => void
}

const initialOf = (restriction: RestrictionRules | undefined) => ({
  allowedDomains: restriction?.referrer.allowedDomains.join('\n') ?? '',
  allowNoReferrer: restriction?.referrer.allowNoReferrer ?? false,
  allowNoUserAgent: restriction?.userAgent.allowNoUserAgent ?? true,
  allowHighRiskUserAgent: restriction?.userAgent.allowHighRiskUserAgent ?? true,
})

const RestrictionForm = ({ restriction, onClose }: RestrictionFormProps) => {
  const save = useSaveRestriction(restriction)
  const form = useForm({
    initial: initialOf(restriction),
    validate: ({ allowedDomains }) => ({ allowedDomains: domainsError(allowedDomains) }),
    submit: (values) =>
      save({
        referrer: {
          allowedDomains: domainsIn(values.allowedDomains),
          allowNoReferrer: values.allowNoReferrer,
        },
        userAgent: {
          allowNoUserAgent: values.allowNoUserAgent,
          allowHighRiskUserAgent: values.allowHighRiskUserAgent,
        },
      }),
    onDone: () => {
      toasts.show({
        type: 'success',
        title: restriction ? 'Restriction updated' : 'Restriction created',
      })
      onClose()
    },
  })
  const check = (name: 'allowNoReferrer' | 'allowNoUserAgent' | 'allowHighRiskUserAgent') => ({
    isChecked: form.values[name],
    onChange: (isChecked: boolean) => form.set(name, isChecked),
  })
  return (
    <form {...form.formProps}>
      <Stack gap={3}>
        <MultiLineInput
          {...form.field('allowedDomains')}
          label="Allowed domains"
          description="One a line. *.example.com stands for everything below example.com, and * for every site. With none, no site may play."
          placeholder={'example.com\n*.example.com'}
          autoFocus
        />
        <Checkbox
          {...check('allowNoReferrer')}
          description="Apps, televisions and pages that do not say where they are."
        >
          Allow players outside of a site
        </Checkbox>
        <Checkbox
          {...check('allowNoUserAgent')}
          description="Requests without a User-Agent header."
        >
          Allow programs that do not say their name
        </Checkbox>
        <Checkbox
          {...check('allowHighRiskUserAgent')}
          description="Command line programs and scripts, which mostly copy what they are given."
        >
          Allow download tools
        </Checkbox>
        {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
            {restriction ? 'Save' : 'Create restriction'}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

interface RestrictionDialogProps {
  isOpen: boolean
  restriction?: Restriction
  onClose: () => void
}

export const RestrictionDialog = ({ isOpen, restriction, onClose }: RestrictionDialogProps) => (
  <Modal
    isOpen={isOpen}
    onClose={onClose}
    title={restriction ? 'Edit restriction' : 'Create restriction'}
    minWidth={520}
  >
    <RestrictionForm restriction={restriction} onClose={onClose} />
  </Modal>
)
