/** Providers know one name; the first word is taken as the first name, which is usually right. */
export const splitName = (name: string) => {
  const [firstName = '', ...others] = name.trim().split(/\s+/)
  return { firstName: firstName.slice(0, 100), lastName: others.join(' ').slice(0, 100) }
}
