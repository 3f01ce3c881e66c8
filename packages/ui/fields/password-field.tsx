import { useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { EyeIcon, EyeOffIcon } from '../icons/icons.ts'
import { TextField } from './text-field.tsx'
import type { TextFieldProps } from './text-field.tsx'

export const PasswordField = (props: Omit<TextFieldProps, 'type' | 'after'>) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      inputProps={{ spellCheck: false, autoCapitalize: 'off', ...props.inputProps }}
      after={
        <IconButton
          size="sm"
          icon={isShown ? <EyeOffIcon /> : <EyeIcon />}
          label={isShown ? 'Hide password' : 'Show password'}
          disabled={props.isDisabled}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  )
}
