import { describe, expect, it } from 'vitest'
import { testBusiness } from '../../../test/support/settings'
import type { PhotoView } from '../photos/model'
import { breadcrumbListing, businessListing, imageListing, serviceListing } from './listing'
import type { Service } from './model'

const siteUrl = 'https://photos.example.com'
const photo: PhotoView = {
  id: '1',
  slug: 'rings',
  title: 'Rings on a Page',
  alt: 'Two rings on a book',
  width: 3000,
  height: 2000,
  tone: '#777777',
  placeholder: '',
  focal: { x: 0.5, y: 0.5 },
  media: '/media/abc',
  widths: [480, 800, 1200, 1800],
  exposure: null,
  creator: null,
  copyright: '© 2026 Somebody',
}
const service: Service = {
  slug: 'weddings',
  title: 'Weddings',
  notch: 'wedding',
  summary: 'By the hour.',
  html: '',
  points: [],
  fromPriceCents: 95_000,
  priceUnit: '',
  photo,
  thumbnail: null,
  packages: [],
}

describe('structured data', () => {
  it('contains the address and opening hours', () => {
    const listing = businessListing(testBusiness, siteUrl, photo)
    expect(listing).toMatchObject({
      '@type': expect.arrayContaining(['LocalBusiness']),
      name: 'DE Photography',
      url: `${siteUrl}/`,
      image: `${siteUrl}/media/abc/1200.jpg`,
      address: { '@type': 'PostalAddress', addressLocality: 'East Orange', addressRegion: 'NJ' },
      areaServed: [{ name: 'East Orange, NJ' }],
    })
    expect(listing.openingHoursSpecification).toEqual([
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
        opens: '09:00',
        closes: '18:00',
      },
    ])
  })

  it('leaves out a private street and an unfinished image', () => {
    const { studio } = testBusiness
    const settings = { ...testBusiness, studio: { ...studio, address: { ...studio.address, street: '' } } }
    const listing = businessListing(settings, siteUrl, { ...photo, widths: [] })
    expect(listing.address).not.toHaveProperty('streetAddress')
    expect(listing).not.toHaveProperty('image')
  })

  it('contains a service’s packages, or its lowest price', () => {
    const packages = [
      {
        slug: 'a',
        title: 'City Hall',
        summary: 'Two hours',
        priceCents: 95_050,
        points: [],
        recommended: false,
        recommendation: '',
      },
    ]
    const where = { siteUrl, path: '/services#weddings' }
    expect(serviceListing({ ...service, packages }, where).offers).toEqual([
      {
        '@type': 'Offer',
        name: 'City Hall',
        description: 'Two hours',
        url: `${siteUrl}/services#weddings`,
        price: '950.50',
        priceCurrency: 'USD',
      },
    ])
    expect(serviceListing(service, where).offers).toMatchObject([
      { priceSpecification: { minPrice: '950.00', priceCurrency: 'USD' } },
    ])
  })

  it('contains breadcrumbs', () => {
    const trail = [
      { name: 'Home', path: '/' },
      { name: 'Blog', path: '/blog' },
    ]
    expect(breadcrumbListing(trail, siteUrl).itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${siteUrl}/` },
      { '@type': 'ListItem', position: 2, name: 'Blog', item: `${siteUrl}/blog` },
    ])
  })

  it('contains a photo’s owner and license contact', () => {
    expect(imageListing(photo, { siteUrl, studio: testBusiness.studio })).toMatchObject({
      '@type': 'ImageObject',
      contentUrl: `${siteUrl}/media/abc/1800.jpg`,
      width: 1800,
      height: 1200,
      thumbnailUrl: `${siteUrl}/media/abc/480.jpg`,
      creator: { '@type': 'Person', name: 'A Photographer' },
      creditText: 'DE Photography',
      copyrightNotice: '© 2026 Somebody',
      license: `${siteUrl}/terms`,
      acquireLicensePage: `${siteUrl}/contact`,
    })
  })
})
