/** The rules that forms and the server both apply, with the texts people read. AUTH-017 … AUTH-022 */
export const passwordLengthMin = 12

export const emailLengthMax = 254

/** ASCII only: other letters can turn into those of another person's address when lower-cased. */
export const emailShape =
  /^[\w'+-]+(\.[\w'+-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/

export const emailError = (email: string | undefined) =>
  email && email.length <= emailLengthMax && emailShape.test(email.trim())
    ? undefined
    : 'Invalid email'

export const passwordError = (password: string | undefined, lengthMin = passwordLengthMin) => {
  if (password === undefined) return 'Password cannot be empty'
  return Array.from(password).length < lengthMin
    ? `Password must be at least ${lengthMin} characters long`
    : undefined
}

export const passwordConfirmationError = (password: string, confirmation: string) =>
  password === confirmation ? undefined : 'Passwords must match'

export const urlError = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb && url?.hostname ? undefined : 'URL does not appear to be valid'
}

export const emailTakenError = 'email already exists'
export const organizationNameError = 'Organization name is required'
export const tokenNameError = 'Access token name is required'
export const tokenPermissionsError = 'Please choose at least one product to give access to.'

export const normalizeEmail = (email: string) => email.trim().toLowerCase()
