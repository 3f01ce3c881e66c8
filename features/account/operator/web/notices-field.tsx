import { staffNoticeTypes } from '@playhead/features/account/memberships/contract'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { TrashIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Select } from '@playhead/ui/choices/select.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'

type NoticeType = (typeof staffNoticeTypes)[number]

interface Notice {
  type: NoticeType
  message?: string | undefined
}

const noticeLabel = (type: NoticeType) =>
  type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' ')

const typeOptions = staffNoticeTypes.map((type) => ({
  value: type,
  label: noticeLabel(type),
}))

interface NoticesFieldProps {
  value: readonly Notice[]
  onChange: (value: Notice[]) => void
}

/** The banners that the organization sees at the top of its pages. */
export const NoticesField = ({ value, onChange }: NoticesFieldProps) => {
  const replace = (index: number, notice: Notice) =>
    onChange(value.map((other, position) => (position === index ? notice : other)))
  const isUsed = (type: NoticeType) => value.some((notice) => notice.type === type)
  const unused = staffNoticeTypes.find((type) => !isUsed(type))
  return (
    <fieldset className="ph-fieldset">
      <legend className="ph-label">Notices</legend>
      {value.length === 0 && <p className="text-sm text-ink-3">None.</p>}
      {value.map((notice, index) => (
        <div key={notice.type} className="flex flex-wrap items-center gap-2">
          <div className="w-[200px]">
            <Select
              label={`Type of notice ${index + 1}`}
              isLabelHidden
              value={notice.type}
              options={typeOptions.filter(
                ({ value: type }) => type === notice.type || !isUsed(type),
              )}
              onChange={(type) => replace(index, { ...notice, type })}
            />
          </div>
          <div className="grow basis-[200px]">
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
          </div>
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
