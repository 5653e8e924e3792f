/** An example that an owner can start from. It is no legal advice, and the page says so. */
export const EXAMPLE = {
  name: 'Session agreement',
  body: `This agreement is between {studioName}, {studioAddress} (“we”), and {client} (“you”).

## Your session

- Session: {sessionType}
- Date and time: {date}, {time}
- Location: {location}

## Price and payment

The price is {price}. It’s due by the day of the session, unless this agreement lists other dates. A deposit of {deposit} is due when you sign.

{initials}

## If plans change

Tell us as early as you can if you need another date. Our booking policy says what rescheduling or canceling costs. You agreed to it when you booked, and you find it on our website.

If we can’t be there because of illness or an emergency, we’ll look for another photographer or another date with you. If neither works for you, we’ll refund everything that you paid.

## Your photos

We choose and edit the photos that we deliver, and we’ll email you when they’re ready. We keep the copyright. You may print and share them for personal use as often as you like. Ask us before anyone uses them commercially.

We publish photos of you only with your permission:

{modelRelease}

## Changes

A change to this agreement counts when both of us have signed its new version.`,
}
