import { IconButton } from './icon-button.tsx'
import { CloseIcon, SearchIcon } from './icons.ts'
import { TextField } from './text-field.tsx'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
}

export function SearchField({ label, value, onChange, placeholder }: SearchFieldProps) {
  return (
    <TextField
      type="search"
      label={label}
      isLabelHidden
      value={value}
      onChange={onChange}
      placeholder={placeholder ?? label}
      autoComplete="off"
      inputProps={{ 'data-search': '' } as Record<string, string>}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return
        event.stopPropagation()
        onChange('')
      }}
      before={<SearchIcon size={15} />}
      after={
        value !== '' && (
          <IconButton
            size="sm"
            icon={<CloseIcon size={14} />}
            label="Clear search"
            onClick={() => onChange('')}
          />
        )
      }
    />
  )
}
