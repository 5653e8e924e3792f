/** A kind of product as a filter of the shop. */
export interface ProductCategory {
  /** As it stands in addresses: "gift-certificates". */
  slug: string
  title: string
  count: number
}

/** The kinds of the products that there are, in the order in which they first appear. */
export function categoriesOf(products: readonly { category: string }[]): ProductCategory[] {
  const found = new Map<string, ProductCategory>()
  for (const { category } of products) {
    const slug = categorySlug(category)
    const known = found.get(slug)
    if (known) known.count += 1
    else found.set(slug, { slug, title: category, count: 1 })
  }
  return [...found.values()]
}

export const categorySlug = (category: string): string =>
  category
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
