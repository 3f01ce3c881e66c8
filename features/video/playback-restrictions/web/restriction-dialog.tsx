import { Checkbox } from '@playhead/ui/choices/checkbox.tsx'
import { MultiLineInput } from '@playhead/ui/fields/multi-line-input.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { domainsError, domainsIn, type RestrictionRules } from './restriction-texts.ts'
import type { Restriction } from './use-playback-restrictions.ts'
import { useSaveRestriction } from './use-save-restriction.ts'

interface RestrictionDialogProps {
  isOpen?: boolean
  restriction?: Restriction
  onClose: () => void
}

const initialOf = (restriction: RestrictionRules | undefined) => ({
  allowedDomains: restriction?.referrer.allowedDomains.join('\n') ?? '',
  allowNoReferrer: restriction?.referrer.allowNoReferrer ?? false,
  allowNoUserAgent: restriction?.userAgent.allowNoUserAgent ?? true,
  allowHighRiskUserAgent: restriction?.userAgent.allowHighRiskUserAgent ?? true,
})

export const RestrictionDialog = ({ restriction, ...props }: RestrictionDialogProps) => {
  const save = useSaveRestriction(restriction)
  return (
    <FormDialog
      {...props}
      title={restriction ? 'Edit restriction' : 'Create restriction'}
      minWidth={520}
      initial={initialOf(restriction)}
      validate={({ allowedDomains }) => ({ allowedDomains: domainsError(allowedDomains) })}
      submit={(values) =>
        save({
          referrer: {
            allowedDomains: domainsIn(values.allowedDomains),
            allowNoReferrer: values.allowNoReferrer,
          },
          userAgent: {
            allowNoUserAgent: values.allowNoUserAgent,
            allowHighRiskUserAgent: values.allowHighRiskUserAgent,
          },
        })
      }
      submitLabel={restriction ? 'Save' : 'Create restriction'}
      doneToast={restriction ? 'Restriction updated' : 'Restriction created'}
    >
      {(form) => (
        <>
          <MultiLineInput
            {...form.field('allowedDomains')}
            label="Allowed domains"
            description="One per line. *.example.com allows every host below example.com, and * allows every site. If empty, no site may play."
            placeholder={'example.com\n*.example.com'}
            autoFocus
          />
          <Checkbox
            isChecked={form.values.allowNoReferrer}
            onChange={(isChecked) => form.set('allowNoReferrer', isChecked)}
            description="Apps, TVs and pages that don’t say where they are."
          >
            Allow players outside of a site
          </Checkbox>
          <Checkbox
            isChecked={form.values.allowNoUserAgent}
            onChange={(isChecked) => form.set('allowNoUserAgent', isChecked)}
            description="Requests without a User-Agent header."
          >
            Allow programs that do not say their name
          </Checkbox>
          <Checkbox
            isChecked={form.values.allowHighRiskUserAgent}
            onChange={(isChecked) => form.set('allowHighRiskUserAgent', isChecked)}
            description="Command line programs and scripts, which mostly copy what they are given."
          >
            Allow download tools
          </Checkbox>
        </>
      )}
    </FormDialog>
  )
}
