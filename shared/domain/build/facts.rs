//! The file of the event's facts: what must hold between its members, and the constants that are made of it.

mod shape;

pub(crate) use shape::Event;
use shape::Venue;

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Year, month and day of the month, as they are written in the file. Whether there is such a day the compiler says.
struct Written<'a> {
    year: &'a str,
    month: usize,
    day: &'a str,
}

impl<'a> Written<'a> {
    fn read(day: &'a str) -> Result<Self, String> {
        let wrong = || format!("{day} is no day such as 2025-05-31");
        let is_number = |text: &str, digits| text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
        let mut parts = day.split('-');
        match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some(year), Some(month), Some(day), None)
                if is_number(year, 4) && is_number(month, 2) && is_number(day, 2) =>
            {
                let month: usize = month.parse().map_err(|_| wrong())?;
                if MONTHS.get(month.wrapping_sub(1)).is_none() {
                    return Err(wrong());
                }
                Ok(Self { year, month, day })
            }
            _ => Err(wrong()),
        }
    }

    /// `31 May`
    fn short(&self) -> String {
        format!("{} {}", self.day, MONTHS[self.month - 1])
    }

    fn as_macro(&self) -> String {
        format!(
            "time::macros::date!({} - {:02} - {})",
            self.year, self.month, self.day
        )
    }
}

/// `31 May - 01 Jun 2025`: from the first day to the last. The site has the same rule (web/scripts/event.ts).
pub(crate) fn dates(days: &[&str]) -> Result<String, String> {
    let (Some(first), Some(last)) = (days.first(), days.last()) else {
        return Err("days has none".to_owned());
    };
    let end = Written::read(last)?;
    let until = format!("{} {}", end.short(), end.year);
    let begin = Written::read(first)?;
    Ok(match (first == last, begin.year == end.year) {
        (true, _) => until,
        (false, true) => format!("{} - {until}", begin.short()),
        (false, false) => format!("{} {} - {until}", begin.short(), begin.year),
    })
}

impl Event {
    /// Reads the file's text.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let event: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        event.check()?;
        Ok(event)
    }

    /// What no schema says.
    fn check(&self) -> Result<(), String> {
        let days = self.dates();
        for day in &days {
            Written::read(day)?;
        }
        Written::read(&self.register_by)?;
        match (days.is_sorted_by(|one, next| one < next), days.last()) {
            (true, Some(last)) if self.register_by.as_str() <= *last => Ok(()),
            (true, Some(last)) => Err(format!("registerBy is after {last}, the last day")),
            (true, None) => Err("days has none".to_owned()),
            (false, _) => Err("days are not one after the other".to_owned()),
        }
    }

    fn dates(&self) -> Vec<&str> {
        self.days.iter().map(|day| day.date.as_str()).collect()
    }

    /// `The Mall, Kochi`
    fn place(&self) -> String {
        format!("{}, {}", self.venue.name, self.venue.city)
    }

    /// The same with the street, where it is known.
    fn address(&self) -> String {
        let Venue {
            name, street, city, ..
        } = &self.venue;
        match street {
            Some(street) => format!("{name}, {street}, {city}"),
            None => self.place(),
        }
    }

    /// `+91 90000 00001 or +91 90000 00002, every day from 10 AM to 6 PM`
    fn helpline(&self) -> String {
        let shown = |phone: &String| match phone.split_at_checked(5) {
            Some((first, last)) => format!("+91 {first} {last}"),
            None => phone.clone(),
        };
        let phones = self.contact.phones.each_ref().map(shown);
        format!("{}, {}", phones.join(" or "), self.contact.hours)
    }

    /// The source of the constants of `domain::event`.
    pub(crate) fn constants(&self) -> String {
        let dates = self.dates();
        let days: Vec<String> = dates
            .iter()
            .flat_map(|day| Written::read(day))
            .map(|day| day.as_macro())
            .collect();
        let map = self.venue.map.clone().unwrap_or_else(|| search(&self.address()));
        let texts = [
            ("NAME", "The event's name.", self.name.clone()),
            (
                "DATES",
                "Its days, from the first to the last.",
                self::dates(&dates).unwrap_or_default(),
            ),
            (
                "LAST_DAY",
                "The last of them, `YYYY-MM-DD`.",
                dates.last().copied().unwrap_or_default().to_owned(),
            ),
            ("TIME", "When it opens.", self.opens.clone()),
            ("ADMITS", "How many people a pass admits.", self.admits.clone()),
            ("VENUE", "Where it is held.", self.place()),
            (
                "ADDRESS",
                "The same with the street, where that is known.",
                self.address(),
            ),
            ("MAP", "Where a map shows it.", map),
            (
                "ORGANISER",
                "Who holds it, as a receipt names them.",
                self.organiser.legal_name.clone(),
            ),
            (
                "ORGANISER_ADDRESS",
                "The organiser's address.",
                self.organiser.address.clone(),
            ),
            (
                "HELPLINE",
                "Whom to call with a question, and when.",
                self.helpline(),
            ),
            (
                "DISPUTE_HOURS",
                "Within how many hours after a payment a dispute must be raised.",
                self.policies.dispute_hours.to_string(),
            ),
            (
                "REFUND_ARRIVAL",
                "Within what time money that is sent back arrives.",
                self.policies.refund_arrival.clone(),
            ),
        ];
        let constants = texts
            .iter()
            .map(|(name, about, value)| format!("/// {about}\npub const {name}: &str = {value:?};\n"));
        let days = format!(
            "/// Its days, one by one.\npub const DAYS: [time::Date; {}] = [{}];\n",
            days.len(),
            days.join(", ")
        );
        constants.chain([days]).collect()
    }
}

/// A search for an address on a map.
fn search(address: &str) -> String {
    let encoded = address.bytes().map(|byte| match byte {
        letter if letter.is_ascii_alphanumeric() => char::from(letter).to_string(),
        other => format!("%{other:02X}"),
    });
    format!(
        "https://www.google.com/maps/search/?api=1&query={}",
        encoded.collect::<String>()
    )
}
