/** Providers know one name; the first word is taken for the first name, which is right more often than not. */
export const splitName = (name: string) => {
  const [firstName = '', ...others] = name.trim().split(/\s+/)
  return { firstName: firstName.slice(0, 100), lastName: others.join(' ').slice(0, 100) }
}
