import { accountNotificationTypes } from '@playhead/features/account/organizations/contract'
import { Button } from '@playhead/ui/button.tsx'
import { IconButton } from '@playhead/ui/icon-button.tsx'
import { PlusIcon, TrashIcon } from '@playhead/ui/icons.ts'
import { Select } from '@playhead/ui/select.tsx'
import { TextField } from '@playhead/ui/text-field.tsx'

type NoticeType = (typeof accountNotificationTypes)[number]

interface Notice {
  type: NoticeType
  message?: string | undefined
}

const typeOptions = accountNotificationTypes.map((type) => ({ value: type, label: type }))

interface NoticesFieldProps {
  value: readonly Notice[]
  onChange: (value: Notice[]) => void
}

/** The banners the organization sees on top of its pages. */
export const NoticesField = ({ value, onChange }: NoticesFieldProps) => {
  const replace = (index: number, notice: Notice) =>
    onChange(value.map((other, position) => (position === index ? notice : other)))
  const unused = accountNotificationTypes.find(
    (type) => !value.some((notice) => notice.type === type),
  )
  return (
    <fieldset className="ph-fieldset">
      <legend className="ph-label">Notices</legend>
      {value.length === 0 && <p className="text-sm text-ink-3">None.</p>}
      {value.map((notice, index) => (
        <div key={notice.type} className="grid grid-cols-[180px_1fr_auto] items-center gap-2">
          <Select
            label={`Type of notice ${index + 1}`}
            isLabelHidden
            value={notice.type}
            options={typeOptions}
            onChange={(type) => replace(index, { ...notice, type })}
          />
          <TextField
            label={`Message of notice ${index + 1}`}
            isLabelHidden
            placeholder="The usual text"
            value={notice.message ?? ''}
            autoComplete="off"
            onChange={(message) =>
              replace(index, { type: notice.type, message: message || undefined })
            }
          />
          <IconButton
            icon={<TrashIcon />}
            label={`Remove notice ${index + 1}`}
            onClick={() => onChange(value.filter((_, position) => position !== index))}
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={<PlusIcon size={14} />}
          disabled={!unused}
          onClick={() => unused && onChange([...value, { type: unused }])}
        >
          Add notice
        </Button>
      </div>
    </fieldset>
  )
}
