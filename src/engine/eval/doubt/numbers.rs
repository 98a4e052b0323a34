//! What was learned: written by `scripts/looks.py`.

use super::{Errors, Looks};

/// Plays where the sides can still meet.
pub(super) const CONTACT_PLAYS: Looks = [
    Errors {
        bases: [-1.6843, -2.4626, -3.8866],
        gaps: [0.6689, 0.1154, 0.0628],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.4911, 0.1672, 0.3417],
    },
    Errors {
        bases: [-1.2905, -1.3003, -3.9685],
        gaps: [0.3548, 0.0319, -0.3567],
        shift: 0.1401,
        spread: 0.2397,
        shares: [0.6404, 0.0797, 0.2799],
    },
    Errors {
        bases: [-2.1564, -2.0528, -3.3567],
        gaps: [0.2031, -0.0879, 0.1411],
        shift: 0.1944,
        spread: 0.1652,
        shares: [0.3561, 0.0940, 0.5499],
    },
];

/// Plays where the sides can still meet, by the gap alone.
pub(super) const CONTACT_BY_GAP: Looks = [
    Errors {
        bases: [-1.6843, -2.4626, -3.8866],
        gaps: [0.6689, 0.1154, 0.0628],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.4911, 0.1672, 0.3417],
    },
    Errors {
        bases: [-3.0174, -2.7578, -3.9044],
        gaps: [0.2711, 0.0341, 0.2975],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.5552, 0.0739, 0.3709],
    },
    Errors {
        bases: [-3.5374, -3.2052, -4.4109],
        gaps: [0.1351, -0.0561, 0.2770],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.2675, 0.0390, 0.6935],
    },
];

/// Doubles where the sides can still meet.
pub(super) const CONTACT_DOUBLES: Looks = [
    Errors {
        bases: [-2.6304, -1.1192, -3.9893],
        gaps: [0.0455, 0.7185, 0.0073],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.3436, 0.6564, 0.0000],
    },
    Errors {
        bases: [-1.1069, -2.6357, -3.9901],
        gaps: [0.7549, 0.1154, 0.0047],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.6433, 0.3567, 0.0000],
    },
    Errors {
        bases: [-2.9423, -2.5131, -3.9883],
        gaps: [0.7520, 0.3302, 0.0111],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.5855, 0.4145, 0.0000],
    },
];

/// Plays in races.
pub(super) const RACE_PLAYS: Looks = [
    Errors {
        bases: [-2.9994, -1.0650, -4.2138],
        gaps: [0.4726, 0.8522, 0.4958],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.4526, 0.1858, 0.3616],
    },
    Errors {
        bases: [-3.5524, -1.8463, -6.0596],
        gaps: [0.5585, 0.5867, 1.3489],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.7119, 0.1223, 0.1658],
    },
    Errors {
        bases: [-4.5410, -1.4027, -5.6121],
        gaps: [0.3706, 0.5893, 0.8154],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.5399, 0.0423, 0.4178],
    },
];

/// Doubles in races.
pub(super) const RACE_DOUBLES: Looks = [
    Errors {
        bases: [-1.1025, -0.9834, -3.9965],
        gaps: [0.8000, 0.2588, 0.0022],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.9843, 0.0157, 0.0000],
    },
    Errors {
        bases: [-0.8683, -3.0360, -3.9963],
        gaps: [0.8634, -0.0452, 0.0007],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.9629, 0.0371, 0.0000],
    },
    Errors {
        bases: [-5.7333, -0.2554, -3.9921],
        gaps: [0.5136, 1.2619, 0.0051],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.6387, 0.3613, -0.0000],
    },
];

/// Takes where the sides can still meet.
pub(super) const CONTACT_TAKES: Looks = [
    Errors {
        bases: [-3.4206, -2.0598, -3.9938],
        gaps: [0.0099, 0.1386, 0.0028],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.4020, 0.5980, 0.0000],
    },
    Errors {
        bases: [-3.8354, -2.6341, -3.9911],
        gaps: [-0.1079, 0.0362, 0.0057],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.6223, 0.3777, 0.0000],
    },
    Errors {
        bases: [-3.8193, -2.8140, -3.9916],
        gaps: [-0.1023, -0.0364, 0.0053],
        shift: 0.0000,
        spread: 0.0000,
        shares: [0.7949, 0.2051, -0.0000],
    },
];
