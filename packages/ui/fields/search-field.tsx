import type { KeyboardEvent } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { CloseIcon, SearchIcon } from '../icons/icons.ts'
import { TextField } from './text-field.tsx'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  isDisabled?: boolean
  autoFocus?: boolean
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

export const SearchField = (props: SearchFieldProps) => {
  const { label, value, onChange, placeholder } = props
  return (
    <TextField
      type="search"
      label={label}
      isLabelHidden
      value={value}
      onChange={onChange}
      placeholder={placeholder ?? label}
      autoComplete="off"
      autoFocus={props.autoFocus}
      isDisabled={props.isDisabled}
      inputProps={{ 'data-search': '' } as Record<string, string>}
      onKeyDown={(event) => {
        props.onKeyDown?.(event)
        if (event.key !== 'Escape' || value === '') return
        event.stopPropagation()
        onChange('')
      }}
      before={<SearchIcon size={15} />}
      after={
        value !== '' &&
        !props.isDisabled && (
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
